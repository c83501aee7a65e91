import { type ConfigData, HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { listPageKinds, missingPage, type PageKind } from '../support/page-kinds.ts'
import { type School, startSchool } from '../support/test-site.ts'

// The standard's grammar and the rules of access that need no browser; `npm run html` asks the W3C's checker as well.
// Not asked: how React writes names, empty elements, flags and ids; the service phone is written as staff configure it; the
// burger is a link that acts as a button, so that it opens the menu without script.
const ways: NonNullable<ConfigData['rules']> = {
  'attr-case': 'off',
  'void-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'valid-id': ['error', { relaxed: true }],
  'tel-non-breaking': 'off',
  'prefer-native-element': ['error', { exclude: ['button'] }],
}
const whole = new HtmlValidate({ extends: ['html-validate:recommended'], rules: ways })
// What comes late lies at the end of a streamed page until its script puts it to its place: its landmarks aren't where they will be.
const streamed = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { ...ways, 'unique-landmark': 'off' },
})

let school: School
let cookie = ''
let kinds: PageKind[] = []

beforeAll(async () => {
  school = await startSchool()
  cookie = (await registerLearner(school.backend)).cookie
  kinds = await listPageKinds(async (path) => (await school.site.get(path).buffer(true)).text)
})

afterAll(() => school.close())

async function faultsOf(path: string, visitor: string | undefined): Promise<string[]> {
  const visit = school.site.get(path)
  const { text, status, type } = await (visitor === undefined ? visit : visit.set('Cookie', visitor))
  // A page that sends its visitor elsewhere has nothing to look at.
  if (status >= 300 && status < 400) return []
  expect([type, text.includes('</html>')], path).toEqual(['text/html', true])
  const { results } = await (text.includes('<div hidden id="S:') ? streamed : whole).validateString(text)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector ?? ''})`),
  )
}

describe('the HTML of every kind of page', () => {
  it.each([
    ['a visitor', () => undefined],
    ['a learner', () => cookie],
  ])(
    'has no fault for %s',
    async (_who, cookieOf) => {
      const faults: string[] = []
      for (const path of [...kinds.map((kind) => kind.path), missingPage])
        faults.push(...(await faultsOf(path, cookieOf())))
      expect(faults).toEqual([])
    },
    120_000,
  )
})
