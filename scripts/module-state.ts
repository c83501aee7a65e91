import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Loader, transform } from 'esbuild'

// Whether a module keeps something between two calls: of such a module a page must have one, or a window and the page under
// it would each have a truth of their own. Found by its text, and rather once too often: it then only isn't copied.

const declaration = /^(?:export )?(let|var|const) ([\w$]+)(?: = (.*))?/
/** What is made anew, but has nothing to keep. */
const plain = /^new (?:Intl\.|RegExp\b|URL\b|URLSearchParams\b|TextEncoder\b|TextDecoder\b|Error\b)/
const collection = /^(?:new (?:Map|Set|WeakMap|WeakSet|Array)\b|[[{])/
const made = /^(?:new |(?:[\w$]+\.)?create[A-Z]\w*\()/

function isAssigned(name: string, text: string): boolean {
  const own = `(?<![.\\w$])${name.replaceAll('$', '\\$')}`
  return new RegExp(
    `${own}\\s*(?:(?:[-+*/%&|^]|\\*\\*|<<|>>|&&|\\|\\||\\?\\?)?=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${own}\\b`,
  ).test(text)
}

function isChanged(name: string, text: string): boolean {
  const own = `(?<![.\\w$])${name.replaceAll('$', '\\$')}`
  return new RegExp(
    `${own}(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|fill)\\(|(?:\\.[\\w$]+|\\[[^\\]]+\\])\\s*=(?![=>]))`,
  ).test(text)
}

function keepsState(line: string, text: string): boolean {
  const [, kind, name = '', value = ''] = declaration.exec(line) ?? []
  if (kind === undefined) return false
  const init = value.replace(/^\/\* @__PURE__ \*\/ /, '')
  const rest = text.replace(line, '')
  if (kind !== 'const' && isAssigned(name, rest)) return true
  if (collection.test(init)) return isChanged(name, rest)
  return made.test(init) && !plain.test(init)
}

/** Whether the module at this path has state of its own. */
export async function hasState(path: string): Promise<boolean> {
  const loader = extname(path).replace(/^\.[cm]?/, '') as Loader
  if (!['js', 'ts', 'tsx', 'jsx'].includes(loader)) return false
  // after it every declaration of the module itself begins a line
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader,
    jsx: 'automatic',
    format: 'esm',
    legalComments: 'none',
  })
  return code.split('\n').some((line) => keepsState(line, code))
}
