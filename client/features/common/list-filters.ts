import type { FilterItem } from '#client/ui/filter-row.tsx'
import { ownValue } from '#shared/own-value.ts'

/** One value of a filter: its word in the address, its text, and what the call is given. */
interface FilterValue<V> {
  readonly word: string
  readonly text: string
  readonly value: V
}

/** One filter of a list. `row` is a row of chips, `bar` links above the list, `box` a single value to tick. */
interface ListFilter<V> {
  /** Its name in the address. */
  readonly name: string
  readonly label: string
  readonly shown: 'row' | 'bar' | 'box'
  /** What stands first, for nothing chosen; `value` only where the call is given one then, too. */
  readonly none: { readonly text: string; readonly value?: V }
  readonly values: readonly FilterValue<V>[]
}

/**
 * All filters of a list, by the field of its call and in the order of the address: what the cache keeps apart, what the call is
 * given, the address, the rows and their chips come from here. Fields that are no filter (page, path) are named in `Rest`.
 */
export type FilterTable<Input, Rest extends keyof Input> = {
  readonly [F in Exclude<keyof Input, Rest>]-?: ListFilter<NonNullable<Input[F]>>
}

/** Some table: for functions that work on any. */
type SomeTable = Readonly<Record<string, ListFilter<unknown>>>

/** What is chosen of each filter; undefined for nothing. */
export type Chosen<T extends SomeTable> = { readonly [F in keyof T]: T[F]['values'][number]['value'] | undefined }

/** The words of each name, for the key of the cache. */
export function filterWords(table: SomeTable): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.values(table).map(({ name, values }) => [name, values.map(({ word }) => word)]))
}

/** What an address chooses; a word that isn't in the table is none. */
export function readFilters<T extends SomeTable>(table: T, search: URLSearchParams): Chosen<T> {
  return Object.fromEntries(
    Object.entries(table).map(([field, { name, values }]) => [
      field,
      values.find(({ word }) => word === search.get(name))?.value,
    ]),
  ) as Chosen<T>
}

/** What the call is given for a choice. */
export function filterInput<T extends SomeTable>(
  table: T,
  chosen: Chosen<T>,
): { [F in keyof T]?: T[F]['values'][number]['value'] } {
  return Object.fromEntries(
    Object.entries(table).flatMap(([field, { none }]) => {
      const value = ownValue(chosen, field) ?? none.value
      return value === undefined ? [] : [[field, value]]
    }),
  ) as { [F in keyof T]?: T[F]['values'][number]['value'] }
}

/** The query of an address for a choice, with its '?'; '' for none. */
export function filterQuery<T extends SomeTable>(table: T, chosen: Chosen<T>): string {
  const query = new URLSearchParams()
  for (const [field, { name, values }] of Object.entries(table)) {
    const word = values.find(({ value }) => value === ownValue(chosen, field))?.word
    if (word !== undefined) query.set(name, word)
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** The chips of one filter: none first, each leading to the list with that value. */
export function filterItems<T extends SomeTable, F extends keyof T & string>(
  table: T,
  field: F,
  chosen: Chosen<T>,
  hrefOf: (change: Partial<Chosen<T>>) => string,
): FilterItem[] {
  const { none, values } = ownValue(table, field) as T[F]
  return [{ text: none.text, value: undefined }, ...values].map(({ text, value }) => ({
    text,
    current: ownValue(chosen, field) === value,
    href: hrefOf({ [field]: value } as Partial<Chosen<T>>),
  }))
}

/** The filters of a table that are shown in this way, in its order. */
export function filtersShown<T extends SomeTable>(table: T, shown: ListFilter<unknown>['shown']): (keyof T)[] {
  return Object.keys(table).filter((field) => ownValue(table, field)?.shown === shown)
}
