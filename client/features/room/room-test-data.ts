import { SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage, SystemContent } from '#shared/contract/im-fields.ts'

const empty = {
  clientMsgId: null,
  customType: null,
  systemType: null,
  text: null,
  gift: null,
  system: null,
  recalled: false,
}

/** What a learner said. */
export function buildText(seq: number, text = `第 ${seq} 句`, clientMsgId: string | null = null): ImMessage {
  return {
    ...empty,
    seq,
    clientMsgId,
    from: { userId: '7', nickname: '唐昀', headImg: null, userType: 'vip' },
    type: 'text',
    text: { text, at: [] },
    time: seq * 1000,
  }
}

export function buildSystem(seq: number, systemType: SystemMessage, system: SystemContent): ImMessage {
  return { ...empty, seq, from: null, type: 'system', systemType, system, time: seq * 1000 }
}

export function buildRecall(seq: number, seqs: number[]): ImMessage {
  return buildSystem(seq, SystemMessage.recall, { seqs })
}
