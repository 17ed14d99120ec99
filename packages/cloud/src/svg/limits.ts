/** How large a drawing may be, as it is given and as it is kept. */
export const sourceBytesMax = 524_288
/** Pictures in a drawing: a few packed bytes can stand for millions of points. */
export const imagesMax = 8
export const depthMax = 64
export const elementsMax = 20_000
/** Elements as they are drawn, each as often as something refers to it: a few lines could stand for billions. */
export const drawnElementsMax = 50_000
/** From the outermost element to the innermost one that it is drawn with: a browser follows references by its stack, as we do. */
export const drawnDepthMax = 128
