/** So few at once are no crowd. */
const fewPeople = 50
const msEach = 10
const longestMs = 20_000

const firstRetryMs = 1000
const longestRetryMs = 30_000

/**
 * How long to wait before asking what everybody in a room asks at the same moment: a random part of a time that grows with how many they
 * are. `random` is from 0 to 1.
 */
export function spreadMs(people: number | undefined, random: number): number {
  if (people === undefined || people < fewPeople) return 0
  return Math.round(Math.min(people * msEach, longestMs) * random)
}

/** How long to wait before the next try after so many failures (0: the first): twice as long each time, and never all at once. */
export function retryMs(failures: number, random: number): number {
  return Math.round(Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.5 + random))
}
