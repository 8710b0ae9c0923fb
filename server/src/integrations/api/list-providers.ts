import { listProviders as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { toProvider } from "./provider-wire.ts";

export const listProviders = ({ providers, brand }: Api) =>
  endpoint(operation, async () => providers.list.map((provider) => toProvider(provider, brand)));
