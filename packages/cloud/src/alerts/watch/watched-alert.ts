import type { AlertParam, JudgedAlert } from '../alert.ts'

export interface WatchedParam extends AlertParam {
  deviceId: number
}

/** As it is judged, and with where its readings come from. */
export interface WatchedAlert extends JudgedAlert {
  params: ReadonlyMap<number, WatchedParam>
}
