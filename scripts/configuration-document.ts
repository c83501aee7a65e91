import { settingGroups } from '#server/config/config.ts'
import type { Setting } from '#server/config/setting.ts'

const cell = (words: string): string => words.replaceAll('|', '\\|')

/** What holds without the variable: said by its declaration, or what its schema makes of nothing. */
function byDefault({ schema, byDefault: said }: Setting): string {
  if (said !== undefined) return said
  const value = schema.safeParse(undefined)
  return value.success ? String(value.data ?? '') : ''
}

function table(group: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(group).map(
    ([name, declared]) => `| \`${name}\` | ${cell(byDefault(declared))} | ${cell(declared.meaning)} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** Every environment variable with its default and meaning, as Markdown. */
export function renderConfiguration(): string {
  const parts = settingGroups.map(([title, group]) => `## ${title}\n\n${table(group)}\n`)
  return `# Configuration

Made from \`server/config/\` by \`npm run docs\`; changes made here are lost.

The site is set by environment variables, which are read in one place when it starts. A wrong one, or one that is missing where it
must be there, stops the start with one sentence that names it and never shows its value. An empty one is one that isn't set.

${parts.join('\n')}`
}
