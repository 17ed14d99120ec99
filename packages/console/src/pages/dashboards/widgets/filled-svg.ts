/** What a binding does to an element besides its text, by the word behind the dot. */
const acts: Readonly<Record<string, (element: Element, value: string) => void>> = {
  color: (element, value) => element.setAttribute('fill', value),
  visible: (element, value) => element.setAttribute('visibility', value === 'false' ? 'hidden' : 'visible'),
  rotate: (element, value) =>
    element.setAttribute('transform', `${element.getAttribute('transform') ?? ''} rotate(${value})`.trim()),
  fill: (element, value) => element.setAttribute('fill-opacity', String(Number(value) / 100)),
}

/** A drawing with values in it: the text of each element that has a code, and what rules say of it. */
export const filledSvg = (source: string, data: Readonly<Record<string, string>>): string => {
  const drawing = new DOMParser().parseFromString(source, 'image/svg+xml')
  for (const [name, value] of Object.entries(data)) {
    const [code = '', act] = name.split('.')
    const element = drawing.getElementById(code)
    if (element === null) continue
    if (act === undefined) element.textContent = value
    else acts[act]?.(element, value)
  }
  return new XMLSerializer().serializeToString(drawing)
}
