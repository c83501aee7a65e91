import type { Migration } from 'kysely/migration'
import * as accounts from './001-accounts.ts'
import * as site from './002-site.ts'
import * as colleges from './003-colleges.ts'
import * as catalogue from './004-catalogue.ts'
import * as articlesWorks from './005-articles-works.ts'
import * as tracking from './006-tracking.ts'

/** Every migration in order: a static map, because a bundle has no folder to list. Forward only; a published one is never edited. */
export const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-site': site,
  '003-colleges': colleges,
  '004-catalogue': catalogue,
  '005-articles-works': articlesWorks,
  '006-tracking': tracking,
}
