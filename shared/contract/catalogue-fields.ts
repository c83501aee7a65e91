import * as z from 'zod/mini'

/** subjectTwoId: "0" means no choice and is dropped (spec §5). */
export const OptionalSubjectTwoId = z.optional(
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d{1,16}$/))]),
      z.transform((value: number | string) => (Number(value) === 0 ? undefined : Number(value))),
    ),
    z.optional(z.int().check(z.positive())),
  ),
)
