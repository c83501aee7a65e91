import { relative } from 'node:path'
import {
  type AsExpression,
  type BinaryExpression,
  type ElementAccessExpression,
  type Expression,
  type Node,
  type ParenthesizedExpression,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync'

// Part of `npm run check`: nothing is looked up by a word in an object that has a prototype. `table[word]` finds what every
// object inherits when a visitor sends "constructor" or "__proto__". `ownValue` (shared/own-value.ts), a Map or a Set doesn't.
// `node scripts/look-ups.ts [tsconfig.json]`; ends with 1 and one line for each place.
const [configFile = 'tsconfig.json'] = process.argv.slice(2)

/** The one place where words are looked up. */
const helper = /\/shared\/own-value\.ts$/
const notOurs = /\/node_modules\/|\/dist\/|\/tests\/|\/scripts\/|\/server\/seed\/|\.config\.ts$|\.test\.tsx?$|\.d\.ts$/

const openFlags =
  TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.Any | TypeFlags.Unknown
const advice =
  'a word may name what objects inherit ("constructor"): use ownValue of shared/own-value.ts, a Map or a Set'

interface Place {
  readonly file: SourceFile
  readonly node: Node
  readonly word: Expression
  /** What it is looked up in: an index of a list is no word. */
  readonly table: Expression
}

const literals: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
])

function collect(file: SourceFile): Place[] {
  const places: Place[] = []
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.ElementAccessExpression) {
      const { expression, argumentExpression } = node as ElementAccessExpression
      if (!literals.has(argumentExpression.kind))
        places.push({ file, node, word: unclaimed(argumentExpression), table: expression })
    } else if (
      node.kind === SyntaxKind.BinaryExpression &&
      (node as BinaryExpression).operatorToken.kind === SyntaxKind.InKeyword
    ) {
      const { left, right } = node as BinaryExpression
      if (!literals.has(left.kind)) places.push({ file, node, word: unclaimed(left), table: right })
    }
    node.forEachChild((child) => {
      visit(child)
    })
  }
  visit(file)
  return places
}

function isOpen(checker: Checker, type: Type): boolean {
  if (type.flags & openFlags) return true
  if (type.flags & TypeFlags.Union) return (type as UnionType).getTypes().some((one) => isOpen(checker, one))
  if (!(type.flags & TypeFlags.Instantiable)) return false
  const bound = checker.getBaseConstraintOfType(type)
  return bound !== undefined && bound !== type && isOpen(checker, bound)
}

/** `word as keyof typeof table` only says that it is a key: what it was before counts. */
function unclaimed(word: Expression): Expression {
  if (word.kind === SyntaxKind.ParenthesizedExpression) return unclaimed((word as ParenthesizedExpression).expression)
  if (word.kind === SyntaxKind.AsExpression) return unclaimed((word as AsExpression).expression)
  return word
}

const api = new API({ cwd: process.cwd() })
try {
  const project = api.updateSnapshot({ openProjects: [configFile] }).getProjects()[0]
  if (!project) throw new Error(`There is no project ${configFile}.`)
  const { program, checker } = project
  const names = program.getSourceFileNames().filter((name) => !notOurs.test(name) && !helper.test(name))
  const places = names.flatMap((name) => {
    const file = program.getSourceFile(name)
    return file ? collect(file) : []
  })
  const words = checker.getTypeAtLocation(places.map(({ word }) => word))
  const tables = checker.getTypeAtLocation(places.map(({ table }) => table))
  const faults = places.filter((_place, index) => {
    const [word, table] = [words[index], tables[index]]
    if (table && checker.isArrayLikeType(table) && word && word.flags & TypeFlags.NumberLike) return false
    return word === undefined || isOpen(checker, word)
  })
  for (const { file, node } of faults) {
    const line = file.text.slice(0, node.getStart()).split('\n').length
    console.error(`${relative(process.cwd(), file.fileName)}:${line}: ${node.getText()}: ${advice}`)
  }
  console.log(`${places.length} look-ups in ${names.length} files, ${faults.length} by an open word`)
  process.exitCode = faults.length > 0 || names.length === 0 ? 1 : 0
} finally {
  api.close()
}
