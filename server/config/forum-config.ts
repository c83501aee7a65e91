import * as z from 'zod/mini'
import { setting } from './setting.ts'

const mostSeconds = 3600

/** Variables of the forum. */
export const forumSettings = {
  FORUM_TELL_SECONDS: setting(
    z._default(
      z.pipe(
        z.string().check(z.regex(/^\d+$/, 'must be a whole number')),
        z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(mostSeconds))),
      ),
      300,
    ),
    'what reviewers decide is told so many seconds later (0–3600); until then they can take it back',
  ),
}
