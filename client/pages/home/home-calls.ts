import type { CallInput } from '#shared/contract/calls.ts'
import { ModulePosition } from '#shared/contract/enums.ts'

/** What the home page asks for, once for its declaration and its screen. */
/** As many as it shows: four in the timetable, four beside it. (The call's own page is sixteen.) */
export const openLiveInput: CallInput<'GET /api/home/open-live'> = { pageNum: 1, pageSize: 8 }
export const popularInput: CallInput<'GET /api/common/course-list-page'> = { sort: 'popular', pageNum: 1, pageSize: 8 }
export const navigationInput: CallInput<'GET /api/modular/navigation'> = { type: ModulePosition.iconNavigation }
export const bannerInput: CallInput<'GET /api/modular/banner'> = { page: 'home' }
