/** A canvas cannot parse `light-dark()`: the browser computes the colour of an element instead. */
export const resolvedColour = (element: HTMLElement, name: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}
