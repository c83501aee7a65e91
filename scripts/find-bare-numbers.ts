import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser'

/** A state or a kind that is said as a number. */
export interface BareNumber {
  /** From 1. */
  readonly line: number
  readonly code: string
}

/** What the last word of a name must be for its numbers to be somebody's list: `orderKind`, `account_status`. */
const ofAList =
  /(?:^|_|\.)(?:status|state|kind|channel|audience|reason|source)$|(?:Status|State|Kind|Channel|LectureType|CustomType|SystemType)$|(?:^|_|\.)(?:lecture|custom|system)_type$/

const inSql =
  /\b(?:\w+\.)?(?:\w+_)?(?:status|state|kind|channel|audience|reason|source|lecture_type|custom_type|system_type) {0,2}(?:=|<>|!=|not in|in) {0,2}\(?-?\d+\b/g

/** Answers of HTTP have three digits and a list of their own. */
const isOfAList = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value < 100

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property)
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return ''
}

/** A number, or what may come out as one: of a choice, a list, `sql.lit(…)`. */
function saysNumber(node: Node): boolean {
  if (node.type === 'Literal') return isOfAList(node.value)
  if (node.type === 'ConditionalExpression') return saysNumber(node.consequent) || saysNumber(node.alternate)
  if (node.type === 'ArrayExpression') return node.elements.some((one) => one !== null && saysNumber(one))
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  return nameOf(node.callee) === 'lit' && node.arguments.some(saysNumber)
}

const comparisons: ReadonlySet<string> = new Set(['===', '!==', '==', '!='])

/** Every place of a file where a state or a kind is said as a number, in code or in SQL. */
export function findBareNumbers(path: string, code: string): BareNumber[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const found: BareNumber[] = []
  const note = (start: number, end: number): void => {
    found.push({ line: code.slice(0, start).split('\n').length, code: code.slice(start, end).split('\n', 1)[0] ?? '' })
  }
  const visitor = new Visitor({
    BinaryExpression: (node) => {
      if (!comparisons.has(node.operator)) return
      const [left, right] = [node.left as Expression, node.right]
      const isBare =
        (ofAList.test(nameOf(left)) && saysNumber(right)) || (ofAList.test(nameOf(right)) && saysNumber(left))
      if (isBare) note(node.start, node.end)
    },
    Property: (node) => {
      if (!node.computed && ofAList.test(nameOf(node.key)) && saysNumber(node.value)) note(node.start, node.end)
    },
    CallExpression: ({ arguments: [column, operator, value] }) => {
      if (column?.type !== 'Literal' || operator?.type !== 'Literal' || value === undefined) return
      if (ofAList.test(nameOf(column)) && saysNumber(value)) note(column.start, value.end)
    },
    TemplateElement: (node) => {
      for (const match of code.slice(node.start, node.end).matchAll(inSql))
        note(node.start + match.index, node.start + match.index + match[0].length)
    },
  })
  visitor.visit(program)
  return found
}
