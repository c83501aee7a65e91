import type { LoadedInput, PageHead } from '#client/pages/define-page.ts'
import type { PageParams } from '#client/pages/page-view.ts'

/** What search engines read of a page beside its text, from its data and its head: objects of schema.org with paths as addresses. */
export type JsonLd = (input: LoadedInput, head: PageHead) => readonly object[]

/** Structured data of a page whose `parse` answers `C`. */
export function jsonLdOf<C>(
  describe: (input: LoadedInput<PageParams, C>, head: PageHead) => readonly object[],
): JsonLd {
  return describe as JsonLd
}
