-- A dashboard is a grid of twelve columns, saved whole: its widgets are one document.

alter table dashboard
  -- Counts what was saved: who saves says which one was changed.
  add column version integer not null default 1,
  add column changed_on timestamptz,
  add column changed_by text,
  -- {kind, templateId}: widgets name parameters of whichever device of the template is looked at.
  add column variable jsonb,
  -- [{id, kind, title, place, order, settings}]. What a widget names may be gone.
  add column widgets jsonb not null default '[]',
  -- What widgets name, as it was called when the dashboard was saved: {param: {7: text}, device: ...}. What is gone is named by it.
  add column known jsonb not null default '{}';

-- Parameters in an order become tiles, as many in a row as the dashboard has columns, but none narrower than two.
with tile as (
  select w.org_id, w.dashboard_id, w.param_id,
         greatest(2, 12 / d.columns) as width,
         row_number() over (partition by w.org_id, w.dashboard_id order by w.position, w.param_id) - 1 as turn,
         dv.name || ': ' || shown_text(p.name) as called
  from dashboard_widget w
  join dashboard d on d.org_id = w.org_id and d.id = w.dashboard_id
  join param p on p.org_id = w.org_id and p.id = w.param_id
  join device dv on dv.org_id = p.org_id and dv.id = p.device_id
), board as (
  select org_id, dashboard_id,
         jsonb_agg(jsonb_build_object(
           'id', 'value-' || param_id, 'kind', 'number', 'title', '', 'order', turn + 1,
           'place', jsonb_build_object('column', 1 + (turn % (12 / width)) * width, 'row', 1 + turn / (12 / width) * 4,
                                       'width', width, 'height', 4),
           'settings', jsonb_build_object('value', jsonb_build_object('paramId', param_id), 'hasTrend', true, 'limits', jsonb_build_array()))
           order by turn) as widgets,
         jsonb_build_object('param', jsonb_object_agg(param_id, called)) as known
  from tile group by org_id, dashboard_id
)
update dashboard d set widgets = b.widgets, known = b.known
from board b where b.org_id = d.org_id and b.dashboard_id = d.id;

drop table dashboard_widget;

-- Tiles that show a parameter, each parameter once, by their order: what clients of the contract know of a dashboard.
create view dashboard_tile as
  select b.org_id, b.id as dashboard_id, b.is_default, t.param_id, min(t.position) as position
  from dashboard b
  cross join lateral (
    select (w #>> '{settings,value,paramId}')::bigint as param_id, (w ->> 'order')::bigint * 1000 + turn as position
    from jsonb_array_elements(b.widgets) with ordinality as e (w, turn) where w ->> 'kind' = 'number'
  ) t
  where t.param_id is not null
  group by b.org_id, b.id, b.is_default, t.param_id;
