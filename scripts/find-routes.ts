import { parseSync, Visitor } from 'oxc-parser'

const route = /^(?:GET|POST) \/api\//

/** How often a file says a call as a value; in types the compiler holds it. */
export function countRoutes(path: string, code: string): number {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  let said = 0
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && route.test(value)) said += 1
    },
    TSLiteralType: ({ literal }) => {
      if (literal.type === 'Literal' && typeof literal.value === 'string' && route.test(literal.value)) said -= 1
    },
  })
  visitor.visit(program)
  return said
}
