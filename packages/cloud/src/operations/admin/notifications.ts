import { randomUUID } from 'node:crypto'
import { deleteNotice, insertNotice, type NoticeRow, noticesOf } from '../installation/installation.sql.ts'
import { type Admin, AdminProblem } from './admin.ts'

/** Texts by language: en, pl, ru, uk. */
export type NotificationTexts = Readonly<Record<string, string>>

/** A message to all users of the installation, until each dismisses it; its id. */
export const createNotification = async ({ db: { sql }, now }: Admin, texts: NotificationTexts): Promise<string> => {
  const id = randomUUID()
  await insertNotice(sql, id, texts, now())
  return id
}

/** The oldest first. */
export const listNotifications = async ({ db: { sql } }: Admin): Promise<NoticeRow[]> =>
  (await noticesOf(sql)).toReversed()

export const deleteNotification = async ({ db: { sql } }: Admin, id: string): Promise<void> => {
  if (!(await deleteNotice(sql, id))) throw new AdminProblem(`There is no notification ${id}.`)
}
