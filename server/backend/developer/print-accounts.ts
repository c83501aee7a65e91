import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { nameAccounts } from './developer-store.ts'

/**
 * Writes the demo's accounts to the log where the developers' page can't be reached, as from outside a container; nowhere
 * else. `print` takes one line as it stands: the logger itself takes phone numbers and passwords out of its lines.
 */
export async function printAccounts(
  ctx: Pick<BackendContext, 'config' | 'db'>,
  print: (line: string) => void = console.log,
): Promise<void> {
  if (!ctx.config.printsCodes) return
  for (const { role, phone, password } of await nameAccounts(ctx.db))
    print(`Account ${role}: phone ${phone}, password ${password}`)
}
