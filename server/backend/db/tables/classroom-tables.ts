import type { Generated } from 'kysely'
import type { ImUserType } from '#shared/contract/enums.ts'
import type { ScheduleRole } from '#shared/contract/staff-schedule.ts'
import type { SmallState } from '#shared/contract/stream-figures.ts'
import type { Json, Timestamp } from './account-tables.ts'

/** Watching and learning. */
export interface PlayTables {
  playWatches: {
    id: string
    userId: number
    /** Null: of a room for questions. */
    periodId: number | null
    scheduleId: number | null
    roomId: number | null
    device: string
    begunAt: Timestamp
    beatAt: Timestamp
    watchedSec: Generated<number>
  }
  playLeases: { userId: number; watchId: string; expiresAt: Timestamp }
  learnProgress: {
    userId: number
    periodId: number
    positionSec: Generated<number>
    /** int4multirange as text, in tenths of a second: '{[0,105),[200,300)}'. */
    watched: Generated<string>
    watchedSec: Generated<number>
    finishedAt: Timestamp | null
    lastAt: Timestamp
    scheduleId: number | null
  }
  learnDays: { userId: number; day: string; seconds: Generated<number> }
}

export interface LiveRoomsTable {
  id: Generated<number>
  /** `RoomKind`. */
  kind: number
  schedulePeriodId: number | null
  periodId: number | null
  productId: number | null
  title: string
  teacherId: number | null
  beginAt: Timestamp
  endAt: Timestamp
  startedAt: Timestamp | null
  endedAt: Timestamp | null
  streamKey: string | null
  mediaId: number | null
  notice: string | null
  passwordHash: string | null
  saleProductId: number | null
  isOpen: Generated<boolean>
  deletedAt: Timestamp | null
  createdAt: Timestamp
}

/** Rooms and what happens in them beside the chat. */
export interface LiveTables {
  /** The staff of a class, beside the teacher whom its timetable names. `namedBy`: null in the seed. */
  scheduleStaff: { scheduleId: number; userId: number; role: ScheduleRole; namedBy: number | null; namedAt: Timestamp }
  /** Who asked to be reminded of a class. */
  classReminders: { schedulePeriodId: number; userId: number; createdAt: Timestamp }
  liveRooms: LiveRoomsTable
  answerQueue: {
    id: Generated<number>
    roomId: number
    userId: number
    question: string
    joinedAt: Timestamp
    seenAt: Timestamp
    calledAt: Timestamp | null
    calledBy: number | null
    endedAt: Timestamp | null
    endReason: 'answered' | 'left' | 'lost' | 'closed' | null
  }
  liveRoomUrls: { roomId: number; sortNum: number; name: string; url: string }
  liveRecordings: {
    id: Generated<number>
    roomId: number
    folder: string
    begunAt: Timestamp
    endedAt: Timestamp | null
    durationSec: number | null
    /** What it carried when its ingest told last; null before that. */
    measuredAt: Timestamp | null
    bitsPerSecond: number | null
    width: number | null
    height: number | null
    frameRate: number | null
    smallState: SmallState | null
  }
  livePendants: {
    roomId: number
    type: string
    title: string
    img: string | null
    url: string | null
    refId: number | null
  }
  livePushes: {
    id: Generated<number>
    roomId: number
    kind: 'coupon' | 'course' | 'activity' | 'evaluate'
    refId: number | null
    pushedBy: number | null
    at: Timestamp
  }
  /** `connections` isn't used: who is there is known by the sockets. */
  roomMembers: {
    roomId: number
    userId: number
    userType: ImUserType
    enteredAt: Timestamp
    watchSec: Generated<number>
    connections: Generated<number>
    lastSeenAt: Timestamp
  }
  roomPasswordTries: {
    roomId: number
    userId: number
    tries: Generated<number>
    lockedUntil: Timestamp | null
    grantedAt: Timestamp | null
  }
  fakeStudents: {
    id: Generated<number>
    roomId: number
    nickname: string
    headImg: string | null
    enterOffsetSec: Generated<number>
  }
  fakeMessages: { id: Generated<number>; roomId: number; studentId: number; offsetSec: number; content: string }
  gifts: { id: Generated<number>; name: string; img: string; sort: Generated<number>; enabled: Generated<boolean> }
  giftRecords: {
    id: Generated<number>
    roomId: number
    userId: number
    giftId: number
    count: number
    clientMsgId: string
    at: Timestamp
  }
  liveEvaluations: {
    id: Generated<number>
    userId: number
    periodId: number
    orderId: number | null
    score: number
    tags: string[]
    content: Generated<string>
    at: Timestamp
  }
  liveShares: { roomId: number; userId: number; day: string; channel: string }
  activities: {
    id: Generated<number>
    name: string
    roomId: number | null
    beginAt: Timestamp
    endAt: Timestamp
    drawsPerUser: Generated<number>
    secret: string
  }
  activityPrizes: {
    id: Generated<number>
    activityId: number
    name: string
    img: string | null
    kind: 'coupon' | 'goods'
    refId: number | null
    weight: number
    stock: number | null
  }
  activityDraws: {
    id: Generated<number>
    activityId: number
    userId: number
    drawNo: number
    prizeId: number | null
    at: Timestamp
    clientValue: string | null
  }
}

/** The chat of rooms. */
export interface ImTables {
  imGroups: { id: Generated<number>; groupKey: string; roomId: number; lastSeq: Generated<number> }
  imMessages: {
    groupId: number
    seq: number
    clientMsgId: string | null
    fromUserId: number | null
    fakeStudentId: number | null
    userType: ImUserType | null
    customType: number | null
    systemType: number | null
    content: Json<object>
    sentAt: Timestamp
    recalledAt: Timestamp | null
    recalledBy: number | null
  }
  imTickets: { nonce: string; expiresAt: Timestamp }
  imMutes: {
    id: Generated<number>
    groupId: number
    userId: number
    mutedBy: number
    mutedAt: Timestamp
    untilAt: Timestamp | null
    liftedAt: Timestamp | null
    liftedBy: number | null
  }
}
