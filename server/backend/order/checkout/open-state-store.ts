import { type RawBuilder, sql } from 'kysely'
import { openStates } from './open-state.ts'

/** SQL: the orders of this name in a query are open; as the index of open orders says it. */
export function isOpenRow(name: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${name}.status`)} in (${sql.join(openStates.map((state) => sql.lit(state)))})`
}
