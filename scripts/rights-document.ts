import { allEndpoints } from '#shared/contract/index.ts'
import { type Right, rightOf, staffRights, staffRoleNames, staffRoles } from '#shared/contract/staff-rights.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function table(first: string, rows: readonly (readonly [right: Right, name: string])[]): string {
  const roles = [...staffRoles, 'administrator'] as const
  const header = [first, 'in words', ...roles.map((role) => `${role} (${staffRoleNames[role]})`), 'on oneself', 'why']
  const lines = rows.map(([right, name]) => {
    const { name: words, roles: held, refusedOnOneself, reason } = rightOf(right)
    const marks = roles.map((role) => (role === 'administrator' || held.includes(role) ? 'yes' : ''))
    return row([name, words, ...marks, refusedOnOneself ? 'refused' : '', reason])
  })
  return [row(header), row(header.map(() => '---')), ...lines].join('\n')
}

/** Who of the staff may do what, as Markdown: every call with its right, and the rights that no call names. */
export function renderRights(): string {
  const calls = allEndpoints.flatMap(({ route, right }) => (right ? [[right, `\`${route}\` (${right})`] as const] : []))
  const named = new Set(calls.map(([right]) => right))
  const others = (Object.keys(staffRights) as Right[])
    .filter((right) => !named.has(right))
    .map((right) => [right, right] as const)
  return `# Rights of the staff

Made from \`shared/contract/staff-rights.ts\` and the contract by \`npm run docs\`; changes made here are lost.

People without a role get 404 for every one of these calls, staff without the right 403 with code 4004 in words.
Administrators hold every right. "Refused" on oneself: the call is refused when it is about the caller's own order,
refund or post. Gifts, coupons and money taken outside the site have ceilings besides (configuration.md).

## Calls

${table('call (right)', calls)}

## Rights beside the calls

What staff see or enter where others don't.

${table('right', others)}

## Rooms

Who keeps order in a room (speaks as staff, mutes, recalls, shows offers, begins and ends the class) is said by the
room's own rule, not by this table: the teachers of its course, head masters, the education office, follows and administrators;
nobody mutes themselves.
`
}
