import { parseSync, Visitor } from 'oxc-parser'

const statements: ReadonlySet<string> = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/** Stores, the database's own room, and what fills one. */
export function isPlaceOfSql(file: string): boolean {
  return /-store\.ts$/.test(file) || /^server\/(?:backend\/(?:db|essentials)|seed)\//.test(file)
}

/** Whether a file asks the database: in words (`sql`), or by the builder of statements. */
export function holdsSql(path: string, code: string): boolean {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  let found = false
  const visitor = new Visitor({
    TaggedTemplateExpression: ({ tag }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') found = true
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        found ||= statements.has(callee.property.name)
    },
  })
  visitor.visit(program)
  return found
}
