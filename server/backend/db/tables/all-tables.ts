import type { AccountCareTables } from './account-care-tables.ts'
import type { AccountTables } from './account-tables.ts'
import type { ArticleTables } from './article-tables.ts'
import type { CatalogueTables } from './catalogue-tables.ts'
import type { ImTables, LiveTables, PlayTables } from './classroom-tables.ts'
import type { CollegeTables } from './college-tables.ts'
import type { ConversationTables } from './conversation-tables.ts'
import type { ExamTables } from './exam-tables.ts'
import type { ForumProcessTables } from './forum-process-tables.ts'
import type { ForumTables } from './forum-tables.ts'
import type { HomeworkTables } from './homework-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { SearchTables } from './search-tables.ts'
import type { SignInTables } from './sign-in-tables.ts'
import type { SiteTables } from './site-tables.ts'
import type { StudyTables } from './study-tables.ts'
import type { TicketTables } from './ticket-tables.ts'
import type { TrackingTables } from './tracking-tables.ts'

/** Every table by its name in camel case; one plugin maps it to snake_case. */
export interface Tables
  extends AccountTables,
    SignInTables,
    AccountCareTables,
    SiteTables,
    CollegeTables,
    ConversationTables,
    CatalogueTables,
    OrderTables,
    MessageTables,
    PlayTables,
    LiveTables,
    ImTables,
    HomeworkTables,
    ExamTables,
    ArticleTables,
    ForumTables,
    ForumProcessTables,
    SearchTables,
    StudyTables,
    TicketTables,
    TrackingTables {}
