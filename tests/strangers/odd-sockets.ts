import * as fc from 'fast-check'
import { imSocketPath } from '#shared/contract/im-socket.ts'
import { supportSocketPath } from '#shared/contract/support-socket.ts'
import { oddJson, oddPiece } from './odd-words.ts'
import { type Part, ours, query, ticketMark } from './request-parts.ts'

const upgrade: readonly (readonly [string, string])[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Sec-Fetch-Site', 'same-origin'],
]
const sockets = [
  { path: imSocketPath, kind: 'im' },
  { path: supportSocketPath, kind: 'support' },
] as const
const address = (path: string): string => `${path}?EIO=4&transport=websocket`

const protocolFrame = fc.constantFrom(
  '2',
  '3',
  '1',
  '41',
  '45',
  '451-["x",{"_placeholder":true,"num":0}]',
  '4',
  'x',
  '',
  '42',
  '42[]',
  '42["send"]',
  '42["send",{},{}]',
  '420["send"]',
  '42/other,["send",{}]',
  '40/other,',
  '4{',
  '42'.repeat(2000),
  'x'.repeat(70_000),
)
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('"你好"', '"在吗？"', '"1"') },
  { weight: 2, arbitrary: oddJson },
)
const msgId = fc.oneof(
  { weight: 3, arbitrary: fc.uuid().map((id) => JSON.stringify(id)) },
  { weight: 1, arbitrary: oddJson },
)
/** What is said in a room, and what its client asks: well-formed but for one thing. */
const roomFrame = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(msgId, words, fc.option(oddJson, { freq: 2, nil: '[]' }))
      .map(([id, text, at]) => `420["send",{"clientMsgId":${id},"text":${text},"at":${at}}]`),
  },
  {
    weight: 3,
    arbitrary: fc
      .oneof(fc.integer({ min: -1, max: 60 }).map(String), oddJson)
      .map((seq) => `421["missed",{"afterSeq":${seq}}]`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('send', 'missed', 'constructor', '__proto__', 'disconnect', 'error', 'message', 'newListener'),
        oddJson,
      )
      .map(([name, json]) => `420["${name}",${json}]`),
  },
  { weight: 2, arbitrary: oddJson.map((json) => `42["send",${json}]`) },
  { weight: 2, arbitrary: oddJson.map((json) => `42${json}`) },
  { weight: 2, arbitrary: protocolFrame },
)
/** Who says that they are: by tickets that nobody gave out. */
const forged = fc.oneof(
  fc.tuple(oddJson, oddJson).map(([groupId, sign]) => `40{"groupId":${groupId},"sign":${sign}}`),
  fc.tuple(oddJson, oddJson).map(([key, sign]) => `40{"sign":${sign},"x":${key}}`),
  oddJson.map((json) => `40${json}`),
)
const version = fc.constantFrom('13', '13', '13', '8', '0', 'constructor', '')

/** With a ticket that was just given out: let in, and then odd. */
const joined = fc
  .tuple(fc.constantFrom(...sockets), fc.array(roomFrame, { minLength: 1, maxLength: 6 }))
  .map(([{ path, kind }, frames]) => ({
    target: address(path),
    headers: upgrade,
    needs: { kind },
    frames: [`40${ticketMark}`, ...frames],
  }))

/** What asks for a socket: with tickets and without, where there is one, and at calls and pages, which have none. */
export function socketRequest(paths: readonly string[]): fc.Arbitrary<Part> {
  const strange = fc.record({
    target: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...sockets.map(({ path }) => address(path))) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            fc.constantFrom(...sockets),
            query(['EIO', 'transport', 'sid', 't', 'b64']),
            fc.option(oddPiece, { freq: 2, nil: '' }),
          )
          .map(([{ path }, text, more]) => `${path}${more === '' ? '' : `/${more}`}${text}`),
      },
      { weight: 2, arbitrary: fc.constantFrom(...paths) },
    ),
    headers: fc.oneof(
      fc.constantFrom(upgrade, upgrade, ours),
      version.map((number) => [
        ...upgrade.filter(([name]) => name !== 'Sec-WebSocket-Version'),
        ['Sec-WebSocket-Version', number] as const,
      ]),
    ),
    frames: fc
      .tuple(fc.oneof(forged, protocolFrame), fc.array(roomFrame, { maxLength: 3 }))
      .map(([first, more]) => [first, ...more]),
  })
  return fc.oneof({ weight: 3, arbitrary: joined }, { weight: 2, arbitrary: strange })
}
