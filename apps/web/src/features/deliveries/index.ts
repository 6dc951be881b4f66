export { BodyView } from "./components/body-view.tsx";
export { DeliveryDetail } from "./components/delivery-detail.tsx";
export { DeliveryLog } from "./components/delivery-log.tsx";
export { DeliveryTable } from "./components/delivery-table.tsx";
export { DeliveryWatch } from "./components/delivery-watch.tsx";
export { HeaderList } from "./components/header-list.tsx";
export { useDelivery } from "./hooks/use-delivery.ts";
export { logParsers, logQuery } from "./lib/log-filters.ts";
export { waitingText } from "./lib/reason-sentences.ts";
