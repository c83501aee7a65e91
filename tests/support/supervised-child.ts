import { answerPings, stopWithParent, tellParent } from '#server/process/parent-link.ts'

// A child as the site has them, that hangs when it is told to.
answerPings()
stopWithParent(() => process.exit(0))
process.on('message', (message) => {
  while (message === 'hang');
})
tellParent({ type: 'ready' })
