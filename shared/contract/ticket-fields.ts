import * as z from 'zod/mini'
import { TicketSide } from '#shared/contract/enums.ts'
import { Text, Time, intBetween } from '#shared/contract/fields.ts'
import { ticketLength, ticketPictureCount } from '#shared/contract/text-lengths.ts'

/** What somebody writes; that it says something is the handler's to ask. */
export const TicketWords = z._default(z.string().check(z.maxLength(ticketLength)), '')

/** Addresses of pictures as their upload answered them (`resUrl`, uploaded with the key 'study'). */
export const TicketPictures = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(ticketPictureCount)),
  [],
)

/** The same again of the same asker writes nothing. */
export const ClientToken = z.string().check(z.minLength(1), z.maxLength(64))

/** The number of a message in its ticket. */
export const TicketMessageNo = intBetween(1, 2_000_000_000)

/** The number by which people know a ticket: twelve digits. */
export const TicketNumber = z.string().check(z.regex(/^\d{12}$/))

/** What is answered to who has opened a ticket. */
export const TicketOpened = z.object({
  no: Text,
  /** Until when the answer is promised. */
  dueTime: Time,
})
export type TicketOpened = z.output<typeof TicketOpened>

/** A picture of a message. Its address is good for who may see the ticket. */
export const TicketPicture = z.object({ url: Text, name: Text, contentType: Text })

/** One message of a ticket. */
export const TicketMessage = z.object({
  /** From 1, without gaps. */
  seq: z.number(),
  side: z.enum(TicketSide),
  /** Of the staff the role alone: 工作人员 · 教务. */
  name: Text,
  content: Text,
  pictures: z.array(TicketPicture),
  time: Time,
})
export type TicketMessage = z.output<typeof TicketMessage>

/** Something that can be chosen. */
export const Choice = z.object({ id: z.number(), name: Text })
