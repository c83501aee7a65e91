import type { SeedClassSystem, SeedSubject, Subject } from './data/seed-types.ts'
import { at, createRandom } from './pictures/random.ts'
import { type PlannedCourse, planCourses } from './plan-courses.ts'
import { seedSubjects } from './seed-subjects.ts'

export interface PlannedStage {
  readonly name: string
  readonly courses: readonly PlannedCourse[]
}

export interface PlannedClassSystem extends Omit<SeedClassSystem, 'stages'> {
  readonly subject: Subject
  readonly picture: string
  readonly studyCount: number
  readonly stages: readonly PlannedStage[]
}

export interface PlannedSubject {
  readonly data: SeedSubject
  readonly courses: readonly PlannedCourse[]
  readonly classSystems: readonly PlannedClassSystem[]
}

let planned: readonly PlannedSubject[] | undefined

/** Everything that is taught, in full; the same on every machine. */
export function seedPlan(): readonly PlannedSubject[] {
  planned ??= seedSubjects.map((data) => {
    const courses = planCourses(data)
    return {
      data,
      courses,
      classSystems: data.classSystems.map((system, index) => planClassSystem(data, system, index, courses)),
    }
  })
  return planned
}

function planClassSystem(
  data: SeedSubject,
  system: SeedClassSystem,
  index: number,
  courses: readonly PlannedCourse[],
): PlannedClassSystem {
  const random = createRandom(`class/${system.name}`)
  // a stage stays with one direction as long as that has courses left; open classes are in nobody's bundle
  const left = random.shuffle(courses.filter((course) => !course.isOpenLive))
  const stages = system.stages.map(([name, count], stage) => {
    const direction = at(data.directions, index + stage).path
    left.sort((a, b) => Number(b.direction === direction) - Number(a.direction === direction))
    return { name, courses: left.splice(0, count) }
  })
  const picture = `${data.subject}-class-${index + 1}`
  return { ...system, subject: data.subject, picture, studyCount: random.int(140, 2600), stages }
}

/** One of each in turn, as long as any list has more. */
export function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => list[index] ?? []),
  )
}
