//go:build v5

package main

import "github.com/pusher/pusher-http-go/v5"

// newSDK returns a client of the HTTP API, whose own limit is high enough to leave large data to the server.
func newSDK(secret string) *pusher.Client {
	return &pusher.Client{
		AppID: appID, Key: appKey, Secret: secret, Host: hostPort, HTTPClient: httpClient, EncryptionMasterKeyBase64: encryptionKey,
		OverrideMaxMessagePayloadKB: 100,
	}
}

type (
	event  = pusher.Event
	member = pusher.MemberData
)

const tooLarge = "413"

func triggerBatch(events []event) error {
	_, err := sdk.TriggerBatch(events)
	return err
}

func channels(prefix, info string) (*pusher.ChannelsList, error) {
	return sdk.Channels(pusher.ChannelsParams{FilterByPrefix: &prefix, Info: &info})
}

func channel(name, info string) (*pusher.Channel, error) {
	return sdk.Channel(name, pusher.ChannelParams{Info: &info})
}
