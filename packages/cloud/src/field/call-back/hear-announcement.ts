import { type Announcement, announcementBytes, parseAnnouncement } from '@busbar/call-back'
import type { Line } from './line.ts'

interface Heard {
  announcement: Announcement
  /** What came behind it: the conversation has begun. */
  rest: Uint8Array
}

/** Waits for the announcement; null when something else came, or the line ended. How long that may take is the listener's to say. */
export const hearAnnouncement = (line: Line): Promise<Heard | null> =>
  new Promise((resolve) => {
    const stream = line.take()
    let heard: Uint8Array = new Uint8Array()
    stream.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes])
      if (heard.length < announcementBytes) return
      // The reader after this one comes later: until then nothing more may come.
      stream.pause?.()
      const announcement = parseAnnouncement(heard.subarray(0, announcementBytes))
      resolve(announcement === null ? null : { announcement, rest: heard.subarray(announcementBytes) })
    })
    stream.on('close', () => resolve(null))
    stream.on('error', () => resolve(null))
  })
