import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** Renders an element on the page of the test and removes it when the test ends. Returns a function that renders another in its place. */
export const show = (element: ReactNode): ((next: ReactNode) => void) => {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(element)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  return (next) => root.render(next)
}
