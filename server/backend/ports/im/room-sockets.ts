import type { Socket } from 'socket.io'
import type { ImClientEvents, ImServerEvents } from '#shared/contract/im-socket.ts'
import type { ImJoiner } from './im-engine.ts'

/** What processes tell each other. */
export interface BetweenProcesses {
  deliver: (groupKey: string, message: Parameters<ImServerEvents['message']>[0]) => void
  /** Somebody came or went there. */
  changed: (groupKey: string) => void
  online: (groupKey: string, answer: (userIds: string[]) => void) => void
}

export interface SocketData {
  joiner: ImJoiner
  /** The room's last number when the ticket was used. */
  lastSeq: number
}

export type ImSocket = Socket<ImClientEvents, ImServerEvents, BetweenProcesses, SocketData>

/** More open pages of one learner in one room end the oldest. */
const mostOfOneUser = 10
/** For each so many people presence is told a turn later: everybody is told, and in a class that comes in somebody comes all the time. */
const peoplePerTurn = 400

interface RoomState {
  readonly users: Map<number, Set<ImSocket>>
  /** The highest number that went out here; undefined before the first. */
  lastSeq: number | undefined
  /** Somebody came or went since presence was told. */
  isChanged: boolean
  /** So many turns pass before it is told again. */
  turns: number
  /** Those whose tickets are being looked at. */
  waiting: number
}

/** The sockets of this process by room and user. */
export interface RoomSockets {
  /** From now on the numbers that go out there are known; `release` or `join` ends it. */
  hold(groupKey: string): void
  release(groupKey: string): void
  /** Answers the room's last number, and the socket that is one too many. */
  join(socket: ImSocket): { lastSeq: number; tooOld: ImSocket | undefined }
  leave(socket: ImSocket): void
  /** A message goes out; false when nobody here listens. */
  passed(groupKey: string, seq: number): boolean
  /** Somebody came or went in another process. */
  touch(groupKey: string): void
  userIds(groupKey: string): string[]
  sockets(): ImSocket[]
  /** Rooms whose presence is to be told now; ask once a turn. */
  takeChangedRooms(): string[]
  lastSeqs(): Map<string, number>
}

export function createRoomSockets(): RoomSockets {
  const rooms = new Map<string, RoomState>()

  function roomOf(groupKey: string): RoomState {
    const room = rooms.get(groupKey) ?? { users: new Map(), lastSeq: undefined, isChanged: false, turns: 0, waiting: 0 }
    rooms.set(groupKey, room)
    return room
  }

  function dropEmpty(groupKey: string): void {
    const room = rooms.get(groupKey)
    if (room && room.waiting === 0 && room.users.size === 0) rooms.delete(groupKey)
  }

  function release(groupKey: string): void {
    roomOf(groupKey).waiting -= 1
    dropEmpty(groupKey)
  }

  return {
    hold(groupKey) {
      roomOf(groupKey).waiting += 1
    },
    release,
    join(socket) {
      const { joiner, lastSeq } = socket.data
      const room = roomOf(joiner.groupKey)
      const own = room.users.get(joiner.userId) ?? new Set()
      room.users.set(joiner.userId, own.add(socket))
      room.lastSeq ??= lastSeq
      room.isChanged = true
      release(joiner.groupKey)
      return { lastSeq: Math.max(lastSeq, room.lastSeq), tooOld: own.size > mostOfOneUser ? [...own][0] : undefined }
    },
    leave(socket) {
      const { joiner } = socket.data
      const room = rooms.get(joiner.groupKey)
      const own = room?.users.get(joiner.userId)
      if (!room || !own?.delete(socket)) return
      if (own.size === 0) room.users.delete(joiner.userId)
      room.isChanged = true
      dropEmpty(joiner.groupKey)
    },
    passed(groupKey, seq) {
      const room = rooms.get(groupKey)
      if (room) room.lastSeq = Math.max(room.lastSeq ?? 0, seq)
      return room !== undefined
    },
    touch(groupKey) {
      const room = rooms.get(groupKey)
      if (room) room.isChanged = true
    },
    userIds: (groupKey) => [...(rooms.get(groupKey)?.users.keys() ?? [])].map(String),
    sockets: () => [...rooms.values()].flatMap(({ users }) => [...users.values()].flatMap((own) => [...own])),
    takeChangedRooms() {
      const due: string[] = []
      for (const [groupKey, room] of rooms) {
        if (room.turns > 0) room.turns -= 1
        else if (room.isChanged) {
          room.isChanged = false
          room.turns = Math.floor(room.users.size / peoplePerTurn)
          due.push(groupKey)
        }
      }
      return due
    },
    lastSeqs: () =>
      new Map(
        [...rooms].flatMap(([groupKey, { lastSeq }]) => (lastSeq === undefined ? [] : [[groupKey, lastSeq] as const])),
      ),
  }
}
