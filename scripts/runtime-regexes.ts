/** A `RegExp` whose text only a run knows, and why it is linear all the same. */
export interface ReviewedRegex {
  readonly file: string
  /** What is between the parentheses of `RegExp(…)` begins so. */
  readonly begins: string
  /** What bounds it. */
  readonly bound: string
  /** The test that fails when the bound is gone. */
  readonly test: string
}

/** Every `RegExp` that is made at run time, each looked at by a person: the check refuses all others. */
export const runtimeRegexes: readonly ReviewedRegex[] = [
  {
    file: 'client/features/search/highlight-parts.ts',
    begins: '`(${words.map(',
    bound: 'words without operators, of at most 100 characters together: so many steps for each character of a text',
    test: 'client/features/search/highlight-parts.test.ts',
  },
  {
    file: 'client/pages/match-page.ts',
    begins: '`^${source',
    bound: 'the paths and parameters of our own pages; the test proves what each of them becomes',
    test: 'client/pages/page-patterns.test.ts',
  },
  {
    file: 'client/pages/agreement/agreement.page.ts',
    begins: 'agreementTypes.join(',
    bound: 'a choice of constant words; it is proven as a part of its page’s pattern',
    test: 'client/pages/page-patterns.test.ts',
  },
]
