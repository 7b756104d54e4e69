-- Addresses that a shop's events are sent to, and what became of each.
create table webhook_endpoint (
  organization_id uuid not null references organization (id),
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) >= 1),
  enabled boolean not null,
  -- Sealed; the previous one signs beside it until then, so that a receiver can change over.
  secret_sealed text not null,
  previous_sealed text,
  previous_until timestamptz,
  -- Since when nothing arrived; null: the last try did.
  failing_since timestamptz,
  -- When it was switched off by itself; null: by its owner, or it is on.
  stopped_at timestamptz,
  language text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

create table webhook_delivery (
  organization_id uuid not null,
  endpoint_id uuid not null,
  -- The webhook-id: of the event at this endpoint, the same at each try.
  id uuid not null,
  event text not null,
  -- Names the fact, so that it is written once however often it is told.
  source text not null,
  -- Exactly what is signed and sent, at each try.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts int not null,
  -- While pending: when it is tried next; during a try: when it is taken for lost.
  next_at timestamptz not null,
  give_up_at timestamptz not null,
  -- What the last try met: the status of an answer, or a code of ours.
  answer_status int,
  problem text,
  excerpt text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, endpoint_id, source),
  foreign key (organization_id, endpoint_id) references webhook_endpoint (organization_id, id)
    on delete cascade
);
create index webhook_delivery_due on webhook_delivery (organization_id, endpoint_id, next_at)
  where status = 'pending';
create index webhook_delivery_list
  on webhook_delivery (organization_id, endpoint_id, created_at desc);
create index webhook_delivery_old on webhook_delivery (created_at);
