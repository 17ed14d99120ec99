/**
 * How pictures look. Roles of parts: b body, l line, h heavy line, i inside, d solid, t letter, bus, pipe, fillv level; v a value, u its unit,
 * n a name. States are classes of the element that has the code; that a value is old or not known stands before all others.
 */
export const pictureSheet = `
:host { display: block; position: relative; min-height: 0; }
svg { display: block; width: 100%; height: 100%; }
svg.busbar { font-family: var(--face); }
.busbar .b, .busbar .l, .busbar .h, .busbar .i { stroke: var(--plant-line); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.busbar .b { fill: var(--plant-body); }
.busbar .l, .busbar .h, .busbar .i { fill: none; }
.busbar .h { stroke-width: 2.6; }
.busbar .d { fill: var(--plant-line); stroke: none; }
.busbar .t { fill: var(--plant-line); stroke: none; font-weight: 600; text-anchor: middle; }
.busbar .bus { fill: none; stroke: var(--plant); stroke-width: 4.5; stroke-linecap: square; }
.busbar .pipe { fill: none; stroke: var(--plant-line); stroke-width: 5; stroke-linejoin: round; }
.busbar .wire { fill: none; stroke: var(--plant-line); stroke-width: 1.75; stroke-linejoin: round; }
.busbar .fillv { fill: var(--liquid); stroke: none; }
.busbar .v, .busbar .n { fill: var(--ink); font-size: 15px; font-weight: 600; }
.busbar .n { font-size: 13px; }
.busbar .u { fill: var(--quiet); font-size: 0.8em; font-weight: 400; }
.busbar .c { fill: var(--quiet); font-size: 12px; }
.busbar .title { fill: var(--ink); font-size: 18px; font-weight: 600; }
.busbar .box { fill: var(--plant-body); stroke: none; }
.busbar .area { fill: none; stroke: var(--plant-line); stroke-width: 1.25; }
.busbar .wall { fill: none; stroke: var(--plant); stroke-width: 4; stroke-linejoin: miter; }
.busbar .button { fill: var(--surface); stroke: var(--edge); }
.busbar .caption { fill: var(--ink); font-size: 13px; font-weight: 500; text-anchor: middle; }
.busbar .when-run, .busbar .flowline { display: none; }
.busbar .is-run .when-run, .busbar .is-warn .when-run { display: inline; }
.busbar .is-run .when-off, .busbar .is-warn .when-off { display: none; }
.busbar :is(.is-run, .is-warn) .b { fill: var(--plant); stroke: var(--plant); }
.busbar :is(.is-run, .is-warn) :is(.l, .h) { stroke: var(--plant); }
.busbar :is(.is-run, .is-warn) .i { stroke: var(--plant-body); }
.busbar :is(.is-run, .is-warn) :is(.d, .t) { fill: var(--plant-body); }
.busbar :is(.is-run, .is-warn) :is(.d, .t).out { fill: var(--plant); }
.busbar :is(.is-run, .is-warn) :is(.pipe, .wire) { stroke: var(--plant); }
.busbar .is-warn .box { fill: var(--warning-soft); stroke: var(--warning); stroke-width: 1.5; }
.busbar .is-warn .v { fill: var(--warning-text); }
.busbar .is-fault :is(.b, .l, .h, .i, .pipe, .wire, .bus) { stroke: var(--critical); }
.busbar .is-fault .b { fill: var(--critical-soft); stroke-width: 2.4; }
.busbar .is-fault :is(.d, .t) { fill: var(--critical); }
.busbar .is-fault .box { fill: var(--critical-soft); stroke: var(--critical); stroke-width: 1.5; }
.busbar .is-fault .v { fill: var(--critical-text); }
.busbar :is(.is-unknown, .is-stale) :is(.b, .l, .h, .i, .pipe, .wire, .bus) { stroke: var(--unknown); stroke-dasharray: 4 3; }
.busbar :is(.is-unknown, .is-stale) .b { fill: var(--unknown-soft); }
.busbar :is(.is-unknown, .is-stale) :is(.d, .t) { fill: var(--unknown); }
.busbar :is(.is-unknown, .is-stale) .fillv { opacity: 0.35; }
.busbar :is(.is-unknown, .is-stale) .box { fill: var(--unknown-soft); stroke: var(--unknown); stroke-dasharray: 4 3; }
.busbar :is(.is-unknown, .is-stale) .v, .busbar :is(.is-unknown, .is-stale).v { fill: var(--unknown-text); }
svg:not(.busbar) :is(.is-unknown, .is-stale) { opacity: 0.5; }
.busbar .flow .flowline { display: inline; fill: none; stroke: var(--plant-body); stroke-width: 1.75; stroke-dasharray: 9 9; animation: flow var(--flow-sec, 1s) linear infinite; }
.busbar .flow-back .flowline { animation-direction: reverse; }
@keyframes flow { from { stroke-dashoffset: 18; } to { stroke-dashoffset: 0; } }
.mark { pointer-events: none; }
.mark .diamond { fill: var(--unknown); stroke: var(--picture); }
.mark .square { fill: var(--critical); stroke: var(--picture); }
.mark .triangle { fill: var(--warning); stroke: var(--picture); }
.mark .sign { fill: var(--surface); font: 700 12px var(--face); text-anchor: middle; }
.mark .age { fill: var(--unknown-text); font: 500 11px var(--face); paint-order: stroke; stroke: var(--picture); stroke-width: 3px; stroke-linejoin: round; }
[data-code] { cursor: pointer; outline-offset: 3px; }
[data-code]:focus-visible, [data-code].is-picked { outline: 2px solid var(--accent); }
[data-code]:focus { outline-offset: 3px; }
@media (prefers-reduced-motion: reduce) { .busbar .flow .flowline { animation: none; } }
@media (forced-colors: active) { .busbar :is(.is-fault, .is-unknown, .is-stale, .is-warn) .b { stroke-width: 3; } }
`
