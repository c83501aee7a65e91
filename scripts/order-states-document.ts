import { actors, type Cell, type StateRow, stateActions } from '#server/backend/order/state-actions.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function show(cell: Cell): string {
  if ('reason' in cell) return `— ${cell.reason}`
  return `${cell.what}: ${cell.actions.map((action) => `\`${action}\``).join(', ')}`
}

function table(rows: Readonly<Record<string, StateRow>>): string {
  const header = ['state', ...actors, 'an end']
  const lines = Object.entries(rows).map(([name, states]) =>
    row([name, ...actors.map((actor) => show(states[actor])), states.isFinal ? 'yes' : '']),
  )
  return [row(header), row(header.map(() => '---')), ...lines].join('\n')
}

/** Who can do what in each state of orders, payments, refunds and deposits, as Markdown. */
export function renderOrderStates(): string {
  const parts = Object.entries(stateActions).map(
    ([kind, rows]) => `## State of a${/^[aeiou]/.test(kind) ? 'n' : ''} ${kind}\n\n${table(rows)}\n`,
  )
  return `# States of orders and their money

Made from \`server/backend/order/state-actions.ts\` by \`npm run docs\`; changes made here are lost.

Each cell is what somebody can do in a state, with the call, the job or the provider's notification that does it, or why
there is nothing to do. A state that is no end has a way out.

${parts.join('\n')}`
}
