import { lockFolder } from '#server/process/folder-lock.ts'

// Takes the site's part of a data folder and keeps it until it is killed; says so, or why it can't.
try {
  await lockFolder(process.argv[2] ?? '', 'site')
  process.send?.('held')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.send?.((error as Error).message, () => process.exit(1))
}
