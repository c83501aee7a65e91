import type { CallInput } from '#shared/contract/calls.ts'

/** Five classes of one college, or of all. */
export function homeClassesInput(collegeId?: number): CallInput<'GET /api/modular/home-page/class-system'> {
  return collegeId === undefined ? { pageSize: 5 } : { collegeId, pageSize: 5 }
}
