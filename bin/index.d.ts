// The package's programmatic interface: the SDK.
export * from "@tidings/client";
