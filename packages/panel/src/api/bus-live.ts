import { EventStreamParser } from '@busbar/ui'
import { useEffect, useRef, useState } from 'react'
import { request } from './api.ts'
import { bytesOf } from './modbus.ts'

export interface Frame {
  readonly number: number
  readonly on: string
  readonly from: 'cloud' | 'tcp' | 'task' | 'api' | 'search' | 'identify' | 'other'
  readonly uid: number
  readonly req: readonly number[]
  readonly resp: readonly number[] | null
  readonly error: 'timeout' | 'crc' | 'ForeignTraffic' | 'DuplicateUnit' | null
  readonly noise: number
  readonly ms: number
}

const keptMax = 1000
const againMs = 2000
/** Frames of a busy line come by the dozen: the page is drawn this often. */
const drawMs = 250

const frameOf = (id: string, data: string): Frame => {
  const raw = JSON.parse(data) as Omit<Frame, 'number' | 'req' | 'resp'> & { req: string; resp: string | null }
  return { ...raw, number: Number(id), req: bytesOf(raw.req), resp: raw.resp === null ? null : bytesOf(raw.resp) }
}

export interface LiveBus {
  readonly frames: readonly Frame[]
  readonly isLive: boolean
  readonly error: unknown
}

/** Returns the frames on the bus while the page is visible, newest last; the gateway repeats missed ones. */
export const useBusLive = (): LiveBus => {
  const [live, setLive] = useState<LiveBus>({ frames: [], isLive: false, error: null })
  const frames = useRef(new Map<number, Frame>())
  useEffect(() => {
    let end = new AbortController()
    const over = new AbortController()
    let isNew = false
    const draw = setInterval(() => {
      if (!isNew) return
      isNew = false
      const all = [...frames.current.values()].slice(-keptMax)
      frames.current = new Map(all.map((frame) => [frame.number, frame]))
      setLive((was) => ({ ...was, frames: all }))
    }, drawMs)
    const listen = async (): Promise<void> => {
      const { signal } = end
      const response = await request('GET', '/api/bus/live/?last=1000', { signal })
      const reader = response.body?.getReader()
      const decoder = new TextDecoder()
      const lines = new EventStreamParser()
      setLive((was) => ({ ...was, isLive: true, error: null }))
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return
        const events = lines.take(decoder.decode(value, { stream: true }))
        // A gateway that was restarted counts from one again.
        const first = Number(events[0]?.id ?? 0)
        if (first === 1) frames.current.clear()
        for (const { id, data } of events) if (id !== null) frames.current.set(Number(id), frameOf(id, data))
        isNew ||= events.length > 0
      }
    }
    const goOn = async (): Promise<void> => {
      while (!over.signal.aborted && !document.hidden) {
        await listen().catch((error: unknown) => {
          if (!end.signal.aborted) setLive((was) => ({ ...was, error }))
        })
        setLive((was) => ({ ...was, isLive: false }))
        await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    }
    let going = goOn()
    const seen = (): void => {
      end.abort()
      if (document.hidden) return
      end = new AbortController()
      going = going.then(goOn)
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      over.abort()
      end.abort()
      clearInterval(draw)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return live
}
