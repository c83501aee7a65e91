import { describe, expect, it } from 'vitest'
import { listPath, readDetailId, readListChoice, type TypeNode } from '#client/pages/catalogue-paths.ts'
import { PageOutcome } from '#client/pages/page-outcome.ts'

const ui: TypeNode = { id: 21, name: '界面', path: 'ui', children: [] }
const design: TypeNode = { id: 2, name: '设计', path: 'design', children: [ui] }
const types = [design]

function read(path: string, query = ''): string {
  const [p1, p2, p3] = path.split('/')
  try {
    const { one, two, page } = readListChoice(
      '/course',
      { p1: p1 || undefined, p2, p3 },
      new URLSearchParams(query),
      types,
    )
    return `${one?.path ?? '-'} ${two?.path ?? '-'} ${page}`
  } catch (error) {
    if (error instanceof PageOutcome) return error.to ? `${error.status} ${error.to}` : String(error.status)
    throw error
  }
}

describe('/course/{p1?}/{p2?}/{p3?}', () => {
  it.each([
    ['', '', '- - 1'],
    ['design', '', 'design - 1'],
    ['design/ui', '', 'design ui 1'],
    ['design/ui/2', '', 'design ui 2'],
    ['design/0/2', '', 'design - 2'],
    ['all/0/3', '', '- - 3'],
  ])('reads /course/%s', (path, query, result) => expect(read(path, query)).toBe(result))

  it.each([
    ['all', '', '301 /course'],
    ['0', '', '301 /course'],
    ['design/0', '', '301 /course/design'],
    ['design/all', '', '301 /course/design'],
    ['2', '', '301 /course/design'],
    ['2/21', '', '301 /course/design/ui'],
    ['design/ui/1', '', '301 /course/design/ui'],
    ['0/0/2', '', '301 /course/all/0/2'],
    ['all/ui', 'sort=new', '301 /course/design/ui?sort=new'],
    ['design/0/2', 'page=5&sort=new', '301 /course/design/0/5?sort=new'],
    ['design/0/2', 'page=1', '301 /course/design'],
  ])('moves /course/%s?%s', (path, query, result) => expect(read(path, query)).toBe(result))

  it.each([
    'live',
    'video',
    'play',
    'nothing',
    'design/2',
    'design/nothing',
    'design/ui/0',
    'design/ui/-1',
    'design/ui/x',
    'design/ui/02',
    '99',
    'live/5/2',
  ])('does not find /course/%s', (path) => expect(read(path)).toBe('404'))
})

describe('listPath', () => {
  it('has no segment for page 1', () => {
    expect(listPath('/classes', design, undefined)).toBe('/classes/design')
    expect(listPath('/classes', design, ui, 4)).toBe('/classes/design/ui/4')
  })
})

describe('readDetailId', () => {
  it('takes digits within bounds', () => {
    expect(readDetailId('12', '/classes')).toBe(12)
    expect(() => readDetailId('99999999999999999999', '/classes')).toThrow('内容不存在')
    expect(() => readDetailId(undefined, '/classes')).toThrow('内容不存在')
  })
})
