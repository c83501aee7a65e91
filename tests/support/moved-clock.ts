import { readFileSync } from 'node:fs'

// Loaded before the built site (`node --import`): its clock is ahead by as many milliseconds as stand in the file that CLOCK_AHEAD_FILE
// names, which may change while it runs. Timers go by the real one.

const file = process.env.CLOCK_AHEAD_FILE
const RealDate = Date
let ahead = 0

function read(): void {
  try {
    ahead = Number(readFileSync(file ?? '', 'utf8')) || 0
  } catch {
    // it is being written
  }
}

const now = (): number => RealDate.now() + ahead

if (file !== undefined) {
  read()
  setInterval(read, 50).unref()
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, asked) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, asked === globalThis.Date ? target : asked),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
