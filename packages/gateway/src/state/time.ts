const stepMs = 15 * 60_000

/** `2026-11-15T10:00:00`: whole seconds, and no zone, since it is the gateway's own. */
const plain = (time: Date): string => time.toISOString().slice(0, 19)

/** The time of day here and at Greenwich; `timeGmt` counts quarters of an hour. */
export const time = (now: Date, timeGmt: number) => ({
  timeLocal: plain(new Date(now.getTime() + timeGmt * stepMs)),
  timeUtc: `${plain(now)}Z`,
  isDst: false,
  sunriseLocalSec: null,
  sunsetLocalSec: null,
  polarDay: false,
  polarNight: false,
})
