import { type RawBuilder, sql } from 'kysely'
import {
  AccountStatus,
  EnrolmentStatus,
  PostStatus,
  ProductStatus,
  PublishStatus,
  ScheduleStatus,
} from '#shared/contract/enums.ts'

// Conditions that many statements share, for a row under the name that the statement gives it. States stand in the text, not as values:
// the indexes over what is shown are partial, and take no part in a plan that doesn't know the state.

/** A course or programme that everybody may see and buy. */
export function onSale(product: string): RawBuilder<boolean> {
  const row = sql.ref(product)
  return sql<boolean>`${row}.status = ${sql.lit(ProductStatus.onSale)} and ${row}.deleted_at is null`
}

/** A course or programme that was on sale once: who has it keeps it. */
export function notDraft(product: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(product)}.status in (${sql.lit(ProductStatus.onSale)}, ${sql.lit(ProductStatus.off)})`
}

/** A class that takes place; a closed one does, too, but takes nobody any more. */
export function notCancelled(schedule: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(schedule)}.status <> ${sql.lit(ScheduleStatus.cancelled)}`
}

/** An article or a work that everybody may see. */
export function published(text: string): RawBuilder<boolean> {
  const row = sql.ref(text)
  return sql<boolean>`${row}.status = ${sql.lit(PublishStatus.published)} and ${row}.deleted_at is null`
}

/** A post or a comment of the forum that everybody may see; its plate has a word, too. */
export function publishedPost(post: string): RawBuilder<boolean> {
  const row = sql.ref(post)
  return sql<boolean>`${row}.status = ${sql.lit(PostStatus.published)} and ${row}.deleted_at is null`
}

/** An enrolment that is in force at `now`. */
export function enrolled(enrolment: string, now: Date): RawBuilder<boolean> {
  const row = sql.ref(enrolment)
  return sql<boolean>`${row}.status = ${sql.lit(EnrolmentStatus.active)} and (${row}.end_at is null or ${row}.end_at > ${now})`
}

/** An enrolment that is or was: whose money went back was never one. */
export function everEnrolled(enrolment: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(enrolment)}.status in (${sql.lit(EnrolmentStatus.active)}, ${sql.lit(EnrolmentStatus.over)})`
}

/** An account that may be used and is shown. */
export function activeAccount(user: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(user)}.account_status = ${sql.lit(AccountStatus.active)}`
}
