import { chat, questions } from './export-chat-store.ts'
import { dueProcess } from './export-due-process-store.ts'
import { conversation } from './export-conversation-store.ts'
import { exams } from './export-exams-store.ts'
import { fileNameIn } from './export-files.ts'
import { listExportFiles } from './export-files-store.ts'
import { forum } from './export-forum-store.ts'
import { homework } from './export-homework-store.ts'
import { learning } from './export-learning-store.ts'
import { mistakes } from './export-mistakes-store.ts'
import { calendar, notes } from './export-notes-store.ts'
import { type ExportPart, listById, listPart, moment } from './export-part.ts'
import { coupons, enrolments, orders } from './export-purchases-store.ts'
import { tickets } from './export-tickets-store.ts'
import { account, addresses, logins, acceptances } from './export-account-store.ts'
import { messages } from './export-messages-store.ts'

const uploads = listPart(
  '上传文件清单.json',
  listById(listExportFiles, (file) => ({
    文件名: file.name,
    在压缩包里: fileNameIn(file),
    类型: file.contentType,
    字节数: file.sizeBytes,
    MD5: file.md5,
    上传时间: moment(file.storedAt),
    网址: file.resUrl,
  })),
)

/** What a learner takes along, file by file: whoever keeps something of a learner adds a part for it. */
export const exportParts: readonly ExportPart[] = [
  account,
  addresses,
  orders,
  enrolments,
  coupons,
  learning,
  notes,
  homework,
  exams,
  mistakes,
  calendar,
  forum,
  dueProcess,
  chat,
  questions,
  tickets,
  conversation,
  messages,
  logins,
  acceptances,
  uploads,
]
