import { expect, test } from 'vitest'
import { describeBuild } from '../../esbuild.config.ts'

/** What the build tells of a browser entry and parts that load later. */
function buildOf(...parts: string[]): Parameters<typeof describeBuild>[0] {
  const outputs = ['client/main.tsx', ...parts].map((entryPoint) => [
    `dist/${entryPoint.replaceAll('/', '-')}.js`,
    { entryPoint, imports: [], inputs: {}, exports: [], bytes: 1 },
  ])
  return { inputs: {}, outputs: Object.fromEntries(outputs) }
}

test('two parts of one name are refused', () => {
  const build = buildOf('client/features/a/note-dialog.tsx', 'client/features/b/note-dialog.tsx')
  expect(() => describeBuild(build, new Map(), '')).toThrow(
    'Two parts that load later have one name: client/features/a/note-dialog and client/features/b/note-dialog.',
  )
})

test('a page’s declaration and its screen are one part', () => {
  const build = buildOf('client/pages/a/note.page.ts', 'client/pages/a/note.tsx')
  expect(Object.keys(describeBuild(build, new Map(), '').manifest.pages)).toEqual(['note'])
})
